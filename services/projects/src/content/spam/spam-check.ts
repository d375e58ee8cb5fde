/**
 * Asks an Akismet service whether a text is spam.
 * https://akismet.com/developers/detailed-docs/comment-check/
 *
 * A service that fails or takes long stops nobody: the text is accepted.
 */
import { egressFetch } from '@forgemesh/http';
import type { Logger } from '@forgemesh/telemetry';

const TIMEOUT_MS = 3_000;
/** The response is one word. */
const MAX_RESPONSE_BYTES = 1_024;
/** Of longer texts the beginning is checked, in UTF-16 units. */
const MAX_TEXT_LENGTH = 60_000;
/** Texts beyond it are accepted without a check, so that a slow service does not hold up writes. */
const MAX_CONCURRENT = 20;

/** A text that everybody can read, and its origin. */
export interface CheckedText {
  text: string;
  author: { name: string; email: string };
  ip_address: string;
  user_agent: string;
}

/** The settings of the spam check. */
interface SpamSettings {
  akismet_enabled: boolean;
  secrets?: { akismet_api_key?: string | undefined } | undefined;
}

/** Options of the spam check. */
export interface SpamCheckOptions {
  /** URL of the service, from the configuration of the process. */
  url: string;
  /** URL of the instance, with which the service identifies it. */
  instanceUrl: string;
  settings: { current(): SpamSettings };
  log: Logger;
  timeoutMs?: number;
  maxConcurrent?: number;
}

/** The spam check of an instance. */
export class SpamCheck {
  private active = 0;

  constructor(private readonly options: SpamCheckOptions) {}

  /** Whether texts are checked at all. */
  get isEnabled(): boolean {
    return this.key !== undefined;
  }

  /** Whether the service calls a text spam. */
  async isSpam(checked: CheckedText): Promise<boolean> {
    const { key } = this;
    const { log, maxConcurrent = MAX_CONCURRENT } = this.options;
    if (key === undefined) return false;
    if (this.active >= maxConcurrent) {
      log.warn({ active: this.active }, 'text accepted without a spam check: too many are in progress');
      return false;
    }
    this.active++;
    try {
      return await this.ask(key, checked);
    } catch (error) {
      log.warn({ err: error }, 'text accepted without a spam check');
      return false;
    } finally {
      this.active--;
    }
  }

  private get key(): string | undefined {
    const { akismet_enabled: isEnabled, secrets } = this.options.settings.current();
    return isEnabled ? secrets?.akismet_api_key : undefined;
  }

  private async ask(key: string, { text, author, ip_address, user_agent }: CheckedText): Promise<boolean> {
    const { url, instanceUrl, timeoutMs = TIMEOUT_MS } = this.options;
    const fields = new URLSearchParams({
      api_key: key,
      blog: instanceUrl,
      user_ip: ip_address,
      user_agent,
      comment_type: 'comment',
      comment_author: author.name,
      comment_author_email: author.email,
      comment_content: text.slice(0, MAX_TEXT_LENGTH),
      comment_date_gmt: new Date().toISOString(),
      blog_charset: 'UTF-8',
    });
    const { status, body } = await egressFetch({
      url,
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', 'User-Agent': 'Forgemesh' },
      body: Buffer.from(fields.toString()),
      timeoutMs,
      maxBytes: MAX_RESPONSE_BYTES,
      // The address is part of the configuration, not of the settings.
      policy: { allowLocal: true, allowList: [] },
    });
    const result = body.toString('utf8').trim();
    if (status === 200 && result === 'true') return true;
    if (status === 200 && result === 'false') return false;
    throw new Error(`the spam check responded with ${status}`);
  }
}
