declare module "@20minutes/s3rver" {
  interface BucketConfiguration {
    readonly name: string;
    readonly configs?: readonly string[];
  }
  export interface ServerOptions {
    readonly address: string;
    readonly port: number;
    readonly silent: boolean;
    readonly directory: string;
    readonly configureBuckets: readonly BucketConfiguration[];
  }
  export default class S3rver {
    constructor(options: ServerOptions);
    run(): Promise<{ readonly port: number }>;
    close(): Promise<void>;
  }
}
