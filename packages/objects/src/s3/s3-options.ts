/** Options of requests that transfer nothing before their response. */
export const QUICK = { requestTimeout: 20_000 };

/** Credentials of an S3 server. */
export interface S3Credentials {
  accessKeyId: string;
  secretAccessKey: string;
}

/** Where the causes of failed requests are logged. */
export interface ErrorLog {
  error(fields: object, message: string): void;
}

/** The bucket of the engine `s3`. */
export interface S3Options {
  /** URL of the server; undefined for that of AWS in the region. */
  endpoint: string | undefined;
  region: string;
  bucket: string;
  /** Text before all keys, so that a bucket can be shared; empty, or it ends with `/`. */
  prefix: string;
  /** Whether the bucket is part of the path instead of the host name. */
  usesPathStyle: boolean;
  /** Undefined for the credentials that the SDK finds, such as those of the machine. */
  credentials: S3Credentials | undefined;
  log: ErrorLog;
}
