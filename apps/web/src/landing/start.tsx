export async function startLanding(root: HTMLElement): Promise<void> { root.textContent=''; }
