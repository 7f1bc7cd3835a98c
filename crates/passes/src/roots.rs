//! Reciprocal roots that are rounded as the interpreter does.
//!
//! Devices estimate them and refine the estimate, each in its own way. Where floats have to be the same everywhere (`--strict-fp`), or a
//! decision that is made twice depends on them (`contract.rs`), a root and a quotient take their place.

use base::{BinOp, Scalar, ScalarType, UnOp};
use ir::kernel::{Exp, Program, Stm};

/// Replaces all reciprocal roots of the device part.
pub fn exact_roots(mut prog: Program) -> Program {
    prog.kernels.items_mut().for_each(|kernel| block(&mut kernel.body));
    for fun in prog.device_funs.items_mut() {
        block(&mut fun.body);
        fun.results.iter_mut().for_each(|(_, result)| replace(result));
    }
    prog
}

fn block(stms: &mut [Stm]) {
    for stm in stms {
        stm.exps_mut().into_iter().for_each(replace);
        stm.blocks_mut().into_iter().for_each(|stms| block(stms));
    }
}

fn replace(exp: &mut Exp) {
    exp.parts_mut().into_iter().for_each(replace);
    let Exp::Un(UnOp::Rsqrt, ty, of) = exp else { return };
    let (ty, of) = (*ty, std::mem::replace(&mut **of, Exp::FAILED));
    *exp = if ty == ScalarType::F16 {
        // A half is computed as a float and rounded once.
        let wide = Exp::Conv(ty, ScalarType::F32, Box::new(of));
        Exp::Conv(ScalarType::F32, ty, Box::new(quotient(ScalarType::F32, wide)))
    } else {
        quotient(ty, of)
    };
}

fn quotient(ty: ScalarType, of: Exp) -> Exp {
    let one = Exp::Const(Scalar::from_f64(ty, 1.0));
    Exp::Bin(BinOp::Div, ty, Box::new(one), Box::new(Exp::Un(UnOp::Sqrt, ty, Box::new(of))))
}

#[cfg(test)]
mod tests {
    use super::exact_roots;

    #[test]
    fn a_root_and_a_quotient_take_their_place() {
        let text = "files \"t.fut\"
kernel k (n_0: index, xs_1: f32*, hs_2: f16*) group g_3 of gs_4 lanes 1 index 64 @1:1 {
  for (i_5 = 0 to n_0) {
    xs_1[i_5] = mul.f32(rsqrt.f32(rsqrt.f32(xs_1[i_5])), 2.0f32);
    hs_2[i_5] = rsqrt.f16(hs_2[i_5]);
  }
}
";
        let program = ir::parse_kernel(text).unwrap_or_else(|e| panic!("{e}"));
        let text = ir::print_kernel(&exact_roots(program));
        let nested = "div.f32(1.0f32, sqrt.f32(div.f32(1.0f32, sqrt.f32(";
        assert!(text.contains(nested) && !text.contains("rsqrt"), "{text}");
        assert!(text.contains("f32_to_f16(div.f32(1.0f32, sqrt.f32(f16_to_f32("), "{text}");
    }
}
