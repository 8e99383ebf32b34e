declare const config: { forbidden: { name: string }[]; options: Record<string, unknown> };
export default config;
