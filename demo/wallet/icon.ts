const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96">
<defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#14b8a6"/><stop offset="1" stop-color="#0b5f66"/></linearGradient></defs>
<rect width="96" height="96" rx="24" fill="url(#g)"/>
<path d="M25 32a6 6 0 0 1 6-6h30a6 6 0 0 1 6 6v3H25z" fill="#99f6e4"/>
<rect x="21" y="34" width="54" height="37" rx="8" fill="#fff"/>
<path d="M54 45h24v15H54a7.5 7.5 0 0 1 0-15z" fill="#0b5f66"/>
<circle cx="55" cy="52.500" r="3.400" fill="#99f6e4"/>
</svg>`

/** The wallet's icon as a data URI, as https://eips.ethereum.org/EIPS/eip-6963 asks for it. */
export const icon = `data:image/svg+xml,${encodeURIComponent(svg.replaceAll('\n', ''))}`
