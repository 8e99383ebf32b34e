/** Oldest supported browsers, as esbuild and vite name them (README). */
export const oldestBrowsers = ['chrome100', 'firefox102', 'safari15.4', 'ios15.4'];
