/// <reference types="vite/client" />
declare module 'virtual:wasl/tokens.css';
declare module 'virtual:wasl/mantine-variables.css';
declare module 'virtual:wasl/wire' {
  const table: Readonly<
    Record<import('@wasl/contracts').EndpointId, import('../build/wire-table.ts').WireEntry>
  >;
  export default table;
}
