import random, subprocess, sys, os, time
W='./target/release/windrow'
random.seed(7)
def rows(n, f, lens):
    return '['+', '.join(('['+', '.join(f() for _ in range(l))+']') if l else 'EMPTY' for l in lens)+']'
i64=lambda lo,hi: (lambda: f'{random.randint(lo,hi)}i64')
f64=lambda: (lambda: f'{random.randint(-8,8)/2}f64')
def lens(n): return [random.choice([0,0,1,2,3,5,8,20]) for _ in range(n)]
def arr(n,f): return '['+', '.join(f() for _ in range(n))+']'
def fix(s,t): return s.replace('EMPTY',f'empty([0]{t})')
cases=[]
for n,extra in [(1000,[]),(50,[20000]),(3,[0,0,50000,0])]:
    L=lens(n)+extra+lens(n); N=len(L)
    cases.append(('rowsums',fix(rows(N,f64(),L),'f64')))
    cases.append(('iotas',arr(N,i64(0,30))))
    cases.append(('keep',fix(rows(N,i64(-5,5),L),'i64')))
    cases.append(('grow',fix(rows(N,i64(0,30),L),'i64')))
    cases.append(('sortrows',fix(rows(N,i64(-100,100),L),'i64')))
    cases.append(('chase',fix(rows(N,i64(0,30),L),'i64')))
    cases.append(('rep',arr(5,f64())+'\n'+fix(rows(N,f64(),L),'f64')))
    cases.append(('cover','1000i64 '+arr(N,i64(-10,1100))+' '+arr(N,i64(0,40))))
    cases.append(('dot',arr(N*10,f64())+' '+arr(N*10,f64())))
bad=0
for name,inp in cases:
    outs={}
    for b in ['native','cuda','opencl']:
        t=time.time()
        p=subprocess.run([W,'run',f'tests/spine/{name}.fut','-e',name,'-b',b],input=inp,capture_output=True,text=True)
        outs[b]=p.stdout if p.returncode==0 else 'ERR '+p.stderr[:300]
        print(name,len(inp),b,round(time.time()-t,2),len(outs[b]), outs[b][:60] if outs[b].startswith('ERR') else '')
    for b in ['cuda','opencl']:
        if outs[b]!=outs['native']: bad+=1; print('DIFF',name,b)
print('bad',bad)
