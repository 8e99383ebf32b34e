export declare const patient: { readonly testTimeout: number; readonly hookTimeout: number };
export declare const withDatabase: typeof patient & { readonly globalSetup: string[] };
