/**
 * The secrets that suites send to the mesh or receive from it once. The client of the suites
 * collects them by field name and checks that no other response contains them; the end of the run
 * checks all logs.
 */
import { appendFileSync } from 'node:fs';

/** Fields that the API accepts, and never shows again in plain text. */
const acceptedFields =
  /^(password|token|secret_token|(asset_proxy|eks|elasticsearch_aws)_secret(_access)?_key|external_auth_client_key(_pass)?|slack_app_(secret|verification_token)|static_objects_external_storage_auth_token)$/;
/** URLs that may hold credentials, which are not shown again. */
const addresses = /^import_url$/;
/** Fields that the API shows once, when their resource is created. */
const issuedFields = ['token', 'access_token', 'refresh_token'];
/** Stands for a secret in responses, and in requests that leave it unchanged. */
const MASK = '********';
/** Shorter values could occur by chance. */
const MIN_LENGTH = 8;

/** Secrets of one suite process. */
export class SeededSecrets {
  private readonly secrets = new Set<string>();

  /** The end of the run reads the secrets from `file`. */
  constructor(private readonly file: string) {}

  /** Records a secret. */
  add(secret: unknown): void {
    if (typeof secret !== 'string' || secret === MASK) return;
    if (secret.length < MIN_LENGTH || this.secrets.has(secret)) return;
    this.secrets.add(secret);
    appendFileSync(this.file, `${JSON.stringify(secret)}\n`);
  }

  /** Records the secrets in a request. */
  addSent(body: unknown): void {
    for (const [name, value] of fieldsOf(body)) {
      if (acceptedFields.test(name)) this.add(value);
      if (addresses.test(name)) this.add(passwordOf(value));
    }
  }

  /** Records the secrets that a response shows once. */
  addIssued(body: unknown): void {
    if (typeof body !== 'object' || body === null) return;
    for (const name of issuedFields) this.add((body as Record<string, unknown>)[name]);
  }

  /** Throws if a text contains a secret. */
  assertNone(text: string, source: string): void {
    for (const secret of this.secrets) {
      if (text.includes(secret)) throw new Error(`${source} shows a secret: ...${secret.slice(-4)}`);
    }
  }
}

function fieldsOf(body: unknown): [string, unknown][] {
  if (body instanceof URLSearchParams || body instanceof FormData) return [...body.entries()];
  return typeof body === 'object' && body !== null ? Object.entries(body) : [];
}

function passwordOf(value: unknown): string | undefined {
  return typeof value === 'string' && URL.canParse(value) ? decodeURIComponent(new URL(value).password) : undefined;
}
