//! Updates at the end of a round of a vector loop: what lanes have computed together is kept near by, and then each goes on alone.
//!
//! ```c
//! const i32x16 taken = ..;
//! i32 at_30_near[16]; store_i32x16(at_30_near, at_30);
//! for (u32 left = bits_i32x16(taken); left != 0; left &= left - 1) {
//!     const int lane = __builtin_ctz(left);
//!     i32 at_30 = (i32)(at_30_near[lane]);
//!     acc_12[at_30] = ..;
//! }
//! ```

use crate::c::Printer;
use crate::vector::{Lanes, Round};
use base::ScalarType;
use ir::kernel::{Exp, KVar, Stm};
use ir::vector::{Stride, assigned, type_of, updated};
use rustc_hash::FxHashSet;

impl Printer<'_> {
    /// The updates of all lanes, in order. If a lane has failed there are none, and the loop is run again.
    pub(crate) fn lane_updates(
        &mut self,
        lanes: &Lanes,
        round: Round,
        name: &str,
        (together, updates): (&[Stm], &[Stm]),
    ) {
        let (count, mask) = (lanes.count(), lanes.mask());
        if lanes.fails {
            self.out.line(&format!("if (any_{mask}(wrong)) goto again_{};", self.labels));
        }
        let (cond, alone) = updated(updates);
        if let Some(cond) = cond {
            let taken = self.lane_exp(lanes, round, cond);
            self.out.line(&format!("const {mask} taken = {taken};"));
        }
        let declared = together.iter().flat_map(|stm| stm.declares()).copied();
        let mut set = FxHashSet::default();
        assigned(alone, &mut set);
        let used = |var: &KVar| set.contains(var) || alone.iter().any(|stm| stm.mentions(&[*var]));
        let kept: Vec<KVar> = declared.filter(used).collect();
        let own: Vec<String> = kept.iter().filter_map(|var| self.keep(lanes, *var)).collect();
        self.out.line(&format!("const widx {name}_near = {name};"));
        self.out.open(&match cond {
            Some(_) => format!("for (u32 left = bits_{mask}(taken); left != 0; left &= left - 1) {{"),
            None => format!("for (int lane = 0; lane < {count}; lane++) {{"),
        });
        if cond.is_some() {
            self.out.line("const int lane = __builtin_ctz(left);");
        }
        self.out.line(&format!("const widx {name} = {name}_near + lane; (void){name};"));
        own.iter().for_each(|line| self.out.line(line));
        self.stms(alone);
        self.out.close("}");
    }

    /// Keeps what lanes have of a variable; gives the line that declares the value of one of them.
    fn keep(&mut self, lanes: &Lanes, var: KVar) -> Option<String> {
        let (ty, name) = (self.ty(var), self.exps.var(var));
        let elem = type_of(self.vars, &Exp::Var(var));
        match lanes.strides.var(var) {
            Stride::Uniform => None,
            Stride::Linear => {
                self.out.line(&format!("const {ty} {name}_near = {name};"));
                // A number of the program wraps around.
                Some(format!("const {ty} {name} = ({ty})((u64){name}_near + (u64)lane);"))
            }
            Stride::Varying => {
                let vectors = lanes.ty(elem);
                let (kept, bit) = if elem == ScalarType::Bool {
                    (format!("i{}", 8 * lanes.bytes), " & 1")
                } else {
                    (elem.name().to_string(), "")
                };
                let count = lanes.count();
                self.out.line(&format!("{kept} {name}_near[{count}]; store_{vectors}({name}_near, {name});"));
                Some(format!("{ty} {name} = ({ty})({name}_near[lane]{bit});"))
            }
        }
    }
}
