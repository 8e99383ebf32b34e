export declare const slow: { readonly name: 'slow'; readonly description: string };
export declare const patient: {
  readonly testTimeout: number;
  readonly hookTimeout: number;
  readonly tags: (typeof slow)[];
};
export declare const withDatabase: typeof patient & { readonly globalSetup: string[] };
