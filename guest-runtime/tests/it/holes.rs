//! Arrays with gaps, bits of numbers, equality and instances, against Node 24: `holes.txt` is what
//! `holes.js` returns there, and `operators.txt` what `operators.js` does. And `eval`, which makes
//! nothing here.

use crate::fake::logged;

#[test]
fn arrays_with_gaps_are_those_of_node() {
    let program = include_str!("holes.js").trim_end();
    let code = format!("() => console.log(({program})().join('\\n'))");
    assert_eq!(logged(&code), include_str!("holes.txt").trim_end());
}

#[test]
fn operators_give_what_node_gives() {
    let program = include_str!("operators.js").trim_end();
    let code = format!("() => console.log(({program})().join('\\n'))");
    assert_eq!(logged(&code), include_str!("operators.txt").trim_end());
}

#[test]
fn eval_is_called_as_any_function_is() {
    let code = "() => {
        const outer = 'outer';
        function refused() { let local = 1; try { return eval('local + outer'); } catch (error) { return `${error.name} ${local} ${outer} ${arguments.length}`; } }
        function given() { return [eval(5), eval(), eval({ a: 1 }).a, eval?.(6), (0, eval)(7)]; }
        function shadowed(eval) { var own = 2; return eval(own, ...[3, 4]); }
        function inner() { const f = () => eval(this.k + arguments[0]); return f(); }
        for (let i = 0; i < 2; i++) { var counted = i; const later = () => [i, eval(i)]; if (i) var made = later(); }
        console.log(JSON.stringify([refused(1, 2), given(), shadowed((...all) => all), inner.call({ k: 1 }, 2), made, counted, (0, eval)('this') === globalThis]));
    }";
    assert_eq!(
        logged(code),
        r#"["EvalError 1 outer 2",[5,null,1,6,7],[2,3,4],3,[1,1],1,true]"#
    );
}
