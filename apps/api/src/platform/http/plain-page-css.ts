/** Style of the public pages, with the portal's light and dark colours. */
export const plainPageCss = `
:root{--page:#fbfaf7;--surface:#fff;--text:#1f2a2e;--muted:#566266;--border:#ddd8cc;--good:#0b6e6e;--bad:#8f3021;--link:#0b6e6e;--action:#0b6e6e;--on-action:#fff}
@media screen and (prefers-color-scheme:dark){:root{--page:#10191b;--surface:#18262a;--text:#eef1ee;--muted:#b3bfc0;--border:#33464a;--good:#5cc2bd;--bad:#f0a08f;--link:#7fd3ce;--action:#5cc2bd;--on-action:#10191b}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--text);font:1.0625rem/1.6 'IBM Plex Sans','IBM Plex Sans Arabic',system-ui,'Segoe UI','Noto Sans Arabic',sans-serif}
header,main{max-inline-size:40rem;margin-inline:auto;padding-inline:1.25rem}
header{display:flex;flex-wrap:wrap;gap:.75rem 1.5rem;align-items:center;justify-content:space-between;padding-block:1rem}
a{color:var(--link)}
a:focus-visible{outline:3px solid currentcolor;outline-offset:3px;border-radius:4px}
.brand{display:flex;gap:.625rem;align-items:center;color:var(--text);font-weight:600;font-size:1.25rem;text-decoration:none}
.brand span span{color:var(--muted)}
nav ul{display:flex;flex-wrap:wrap;gap:0 .25rem;margin:0;padding:0;list-style:none}
nav a{display:inline-block;padding:.5rem .375rem;font-size:.9375rem;min-block-size:2.5rem}
nav a[aria-current]{color:var(--text);font-weight:600;text-decoration:none}
main{padding-block:1.5rem;background:var(--surface);border:1px solid var(--border);border-block-start:4px solid var(--good);border-radius:10px}
main.bad{border-block-start-color:var(--bad)}
h1{margin:0 0 .5rem;font-size:1.5rem;line-height:1.3;color:var(--good)}
.bad h1{color:var(--bad)}
p{margin:0 0 1rem}
dl{display:grid;gap:1rem;margin:1.25rem 0;padding-block:1rem;border-block:1px solid var(--border)}
dt{color:var(--muted);font-size:.9375rem}
dd{margin:0;font-size:1.375rem;font-weight:600;text-align:start;unicode-bidi:isolate}
[dir=rtl] dd{text-align:right}
ul.kinds{margin:0 0 1rem;padding-inline-start:1.5rem}
button{margin-block-end:1rem;padding:.625rem 1.25rem;min-block-size:2.75rem;border:0;border-radius:10px;background:var(--action);color:var(--on-action);font:inherit;font-weight:600;cursor:pointer}
button:focus-visible{outline:3px solid var(--text);outline-offset:3px}
.note{margin:0;color:var(--muted);font-size:.9375rem}
@media (max-width:42rem){main{border-inline:0;border-radius:0}}
@media print{:root{--page:#fff}nav,button{display:none}main{border:0;padding-block:0}}
`.trim();
