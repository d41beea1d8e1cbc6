use std::cell::RefCell;
use std::collections::HashMap;
use std::time::Instant;
use merels_rules::morris::Variant;
use merels_solver::*;
use merels_tables::*;
struct Mem(RefCell<HashMap<Sector, Vec<u8>>>);
impl Finished for Mem { fn load(&self, s: Sector) -> std::io::Result<Cells> { let m=self.0.borrow(); let v=&m[&s]; let mut c=Cells::zeroed(v.len() as u64)?; c.copy_from_slice(v); Ok(c) } }
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let variant = Variant::ALL.into_iter().find(|v| v.id()==args[1]).unwrap();
    let men: u8 = args[2].parse().unwrap();
    let placing = args.len()>3;
    let mem = Mem(RefCell::new(HashMap::new()));
    let mut cpu = Cpu::new(variant);
    let idx = Indexer::new(variant);
    for s in Sector::all(variant) { 
        if s.men_a_side()>men || (s.is_placing() && !placing) || mem.0.borrow().contains_key(&s) {continue}
        let t=Instant::now();
        let out = if s.is_placing() { vec![cpu.placing(s,&mem).unwrap()] } else { cpu.moving(s,&mem,&|_|()).unwrap() };
        let dt=t.elapsed();
        let t=Instant::now();
        for (cells,s) in out.iter().zip([s,s.mirror()]) {
            let c = count_sector(&idx, s, cells);
            println!("{},{},{},{},{},{},{},{},{}", s.mover,s.opponent,s.mover_hand,s.opponent_hand,c.win,c.loss,c.draw,c.longest_win,c.longest_loss);
            mem.0.borrow_mut().insert(s, cells.to_vec());
        }
        let n: usize = out.iter().map(|c| c.len()).sum();
        eprintln!("{s} {:?} {:.1} ns/index, count {:?}", dt, dt.as_nanos() as f64/n as f64, t.elapsed());
    }
}
