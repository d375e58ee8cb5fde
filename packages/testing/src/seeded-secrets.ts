/**
 * The secrets that suites hand to the mesh or get from it once. The client of the suites notes them
 * by the names of their fields and looks for them in every answer; the end of the run looks for
 * them in every log.
 */
import { appendFileSync } from 'node:fs';

/** Fields that the API takes and never shows again. */
const taken =
  /^(password|token|secret_token|(asset_proxy|eks|elasticsearch_aws)_secret(_access)?_key|external_auth_client_key(_pass)?|slack_app_(secret|verification_token)|static_objects_external_storage_auth_token)$/;
/** Addresses that may hold credentials, which are not shown again. */
const addresses = /^import_url$/;
/** Fields that the API shows once, when what they are is made. */
const given = ['token', 'access_token', 'refresh_token'];
/** Shorter ones may be anything. */
const MIN_LENGTH = 8;

/** Secrets of one process of suites. */
export class SeededSecrets {
  private readonly known = new Set<string>();

  /** `file` tells the end of the run what to look for. */
  constructor(private readonly file: string) {}

  /** Notes a secret. */
  add(secret: unknown): void {
    if (typeof secret !== 'string' || secret.length < MIN_LENGTH || this.known.has(secret)) return;
    this.known.add(secret);
    appendFileSync(this.file, `${JSON.stringify(secret)}\n`);
  }

  /** Notes what a request brings. */
  addSent(body: unknown): void {
    for (const [name, value] of fieldsOf(body)) {
      if (taken.test(name)) this.add(value);
      if (addresses.test(name)) this.add(passwordOf(value));
    }
  }

  /** Notes what an answer shows once. */
  addGiven(body: unknown): void {
    if (typeof body !== 'object' || body === null) return;
    for (const name of given) this.add((body as Record<string, unknown>)[name]);
  }

  /** Throws where a text shows a secret. */
  assertNone(text: string, what: string): void {
    for (const secret of this.known) {
      if (text.includes(secret)) throw new Error(`${what} shows a secret: ...${secret.slice(-4)}`);
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
