// The look of a message. Programs of mail read few styles: those in the elements, and in most of them a style sheet for dark screens.

const font =
  "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,'Noto Sans',sans-serif"

/** The styles of the elements, for a light screen. */
export const style = {
  page: `margin:0;padding:0;background:#f6f6f4;${font}`,
  margin: 'padding:24px 12px',
  card: 'max-width:560px;background:#ffffff;border:1px solid #e4e4e0;border-radius:12px;border-collapse:separate',
  body: `padding:28px 24px;${font}`,
  mark: 'display:inline-block;margin:0 0 12px;padding:2px 8px;border-radius:6px;background:#fff1d6;color:#6b4400;font-size:13px;line-height:20px',
  title: 'margin:0 0 12px;font-size:22px;line-height:30px;font-weight:600;color:#1b1b19',
  heading:
    'margin:24px 0 4px;font-size:15px;line-height:22px;font-weight:600;color:#1b1b19;overflow-wrap:anywhere',
  text: 'margin:0 0 16px;font-size:16px;line-height:24px;color:#1b1b19;overflow-wrap:anywhere',
  note: 'margin:16px 0 0;font-size:13px;line-height:20px;color:#5d5d58;overflow-wrap:anywhere',
  facts: 'border-collapse:collapse',
  name: 'padding:8px 0;padding-inline-end:16px;border-bottom:1px solid #ececea;font-size:14px;line-height:20px;color:#5d5d58;text-align:start',
  value:
    'padding:8px 0;border-bottom:1px solid #ececea;font-size:14px;line-height:20px;color:#1b1b19;text-align:end',
  row: 'padding:8px 0;border-bottom:1px solid #ececea;font-size:14px;line-height:20px;color:#5d5d58;text-align:start',
  anywhere: 'overflow-wrap:anywhere',
  whole: 'white-space:nowrap',
  code: 'font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:12px;color:#1b1b19;word-break:break-all',
  action: 'margin:24px 0 8px',
  button:
    'display:inline-block;padding:12px 20px;border-radius:8px;background:#1b1b19;color:#ffffff;font-size:15px;line-height:20px;font-weight:600;text-decoration:none',
} as const

/** The style sheet for dark screens. */
export const dark = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.page{background:#161615!important}
.card{background:#20201e!important;border-color:#3a3a37!important}
.ink{color:#f4f4f1!important}
.soft{color:#b3b3ad!important}
.line{border-color:#373734!important}
.mark{background:#4a3200!important;color:#ffdf9e!important}
.button{background:#f4f4f1!important;color:#1b1b19!important}
}`
