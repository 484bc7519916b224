/** System colours follow the reader's light or dark theme, and high contrast, automatically. */
export const STYLE = `
:root { color-scheme: light dark; --line: color-mix(in srgb, CanvasText 16%, Canvas); --sunk: color-mix(in srgb, CanvasText 5%, Canvas); --muted: color-mix(in srgb, CanvasText 72%, Canvas); }
* { box-sizing: border-box; }
body { margin: 0; font: 16px/24px system-ui, sans-serif; background: Canvas; color: CanvasText; }
a { color: LinkText; }
:focus-visible { outline: 2px solid LinkText; outline-offset: 2px; }
header { min-width: 0; padding: 24px; border-bottom: 1px solid var(--line); }
h1 { margin: 0 0 8px; font-size: 24px; line-height: 32px; }
h2 { margin: 48px 0 4px; font-size: 20px; }
h3 { margin: 0; font-size: 16px; }
h4 { margin: 16px 0 4px; font-size: 14px; }
p { margin: 4px 0; max-width: 72ch; }
.page { display: grid; grid-template-columns: 260px minmax(0, 1fr); }
nav { position: sticky; top: 0; align-self: start; max-height: 100vh; overflow: auto; padding: 16px 24px; border-right: 1px solid var(--line); font-size: 14px; line-height: 20px; }
nav ul { list-style: none; margin: 0 0 12px; padding: 0; }
nav li { padding: 2px 0; }
nav a { color: inherit; text-decoration: none; }
nav li a { color: var(--muted); }
nav a:hover { color: LinkText; text-decoration: underline; }
nav strong { display: block; margin-top: 8px; }
main { min-width: 0; padding: 0 24px 64px; }
article { margin: 16px 0; padding: 16px; border: 1px solid var(--line); border-radius: 6px; }
article:target { border-color: LinkText; }
.address { margin: 4px 0; font: 14px/20px ui-monospace, monospace; overflow-wrap: anywhere; }
.method { display: inline-block; padding: 0 6px; border: 1px solid var(--line); border-radius: 4px; background: var(--sunk); font-weight: 700; }
p code { padding: 1px 4px; border-radius: 4px; background: var(--sunk); overflow-wrap: anywhere; }
.muted, .address + p { color: var(--muted); font-size: 14px; }
code, pre { font: 13px/20px ui-monospace, monospace; }
pre { margin: 0; max-width: 100%; padding: 12px; background: var(--sunk); border-radius: 6px; overflow: auto; }
.copy { display: flex; justify-content: space-between; align-items: end; gap: 8px; margin-top: 16px; }
.copy h4 { margin: 0 0 4px; }
button { font: inherit; font-size: 13px; padding: 2px 10px; margin-bottom: 4px; border: 1px solid var(--muted); border-radius: 6px; background: Canvas; color: CanvasText; cursor: pointer; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-size: 14px; line-height: 20px; min-width: 100%; }
th, td { padding: 6px 16px 6px 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); font-weight: 400; }
thead th { color: var(--muted); white-space: nowrap; }
td { overflow-wrap: break-word; }
summary { cursor: pointer; font-size: 14px; font-weight: 600; padding: 4px 0; }
article, h2, section { scroll-margin-top: 16px; }
@media (max-width: 900px) {
  .page { display: block; }
  nav { position: static; max-height: 40vh; columns: 2; column-gap: 24px; border-right: 0; border-bottom: 1px solid var(--line); }
  nav li, nav strong { overflow-wrap: anywhere; }
}
@media (max-width: 600px) {
  header, main, nav { padding-inline: 16px; }
  nav { font-size: 13px; }
  article { padding: 12px; }
  .fields thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .fields, .fields tbody, .fields tr, .fields th, .fields td { display: block; min-width: 0; }
  .fields tr { padding: 8px 0; border-bottom: 1px solid var(--line); }
  .fields th, .fields td { padding: 0; border: 0; overflow-wrap: anywhere; }
  .fields th code { font-weight: 600; }
  .fields td + td { color: var(--muted); }
  #rights table { min-width: 560px; }
}
@media print { nav, button { display: none; } .page { display: block; } }
`

/** The page works without it. */
export const SCRIPT = `
for (const button of document.querySelectorAll('button[data-copy]')) {
  button.hidden = !navigator.clipboard
  button.addEventListener('click', async () => {
    const text = document.getElementById(button.dataset.copy).textContent
    const said = await navigator.clipboard.writeText(text).then(() => 'Copied', () => 'Not copied')
    button.textContent = said
    setTimeout(() => { button.textContent = 'Copy' }, 2000)
  })
}
`
