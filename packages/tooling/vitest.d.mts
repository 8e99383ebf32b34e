export declare const slow: { readonly name: 'slow'; readonly description: string };
export declare const long: { readonly name: 'long'; readonly description: string };
export declare const patient: {
  readonly testTimeout: number;
  readonly hookTimeout: number;
  readonly tags: (typeof slow | typeof long)[];
};
export declare const withDatabase: typeof patient & { readonly globalSetup: string[] };
