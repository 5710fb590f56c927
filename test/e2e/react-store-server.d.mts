export function renderStore(): string
