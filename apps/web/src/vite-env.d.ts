/// <reference types="vite/client" />
declare module 'virtual:wasl/tokens.css';
declare module 'virtual:wasl/mantine-variables.css';
declare module 'virtual:wasl/wire' {
  import type { EndpointId } from '@wasl/contracts';

  /** What a call needs at run time, and nothing of its schemas; made by build/wire-table.ts. */
  interface WireEntry {
    readonly method: 'get' | 'post' | 'put' | 'delete';
    readonly path: string;
    /** Present for a multipart call: the names of its JSON parts. */
    readonly jsonParts?: readonly string[];
    readonly isBinary?: true;
  }
  const table: Readonly<Record<EndpointId, WireEntry>>;
  export default table;
}
declare module 'virtual:wasl/form-shapes' {
  /** Made of the contracts by build/form-shapes.ts: a `GroupShape` each, which a declaration here cannot name. */
  export const general: object;
  export const nordev: object;
}
