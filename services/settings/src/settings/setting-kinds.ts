/** The kinds of settings: what a line of the table may say. */

/** What defaults and checks know of the instance. */
export interface Instance {
  /** Host of the external URL. */
  hostname: string;
  /** Names of the storages that exist. */
  storages: string[];
}

/** Tells what is wrong with a value, in the words of a field error; undefined where nothing is. */
export type Check<T> = (value: T, instance: Instance) => string | undefined | Promise<string | undefined>;

interface Options<T> {
  /** Licence tier below which the setting is unknown. */
  tier?: 1 | 2 | 3;
  /**
   * The field is optional, so that other services can distinguish 0 from an earlier release that
   * does not send the setting.
   */
  zeroCounts?: boolean;
  /**
   * Write-only: stored sealed, and left out of responses, events and the feed of the other
   * services.
   */
  secret?: boolean;
  /**
   * URLs that may carry a user name and a password: stored sealed, passwords are masked in
   * responses.
   */
  hasCredentials?: boolean;
  /**
   * Nothing in this product acts on it: a value other than the default is refused, unless it is the
   * present one.
   */
  unsupported?: boolean;
  /** Whether null is a value although the default is another one. */
  nullable?: boolean;
  /**
   * Feed field with the value that an administrator set. The value is stored even if it is the
   * default, because "not set" means something else; null unsets it.
   */
  explicitAs?: 'explicit_session_expire_delay';
  /** Feed field with the time at which this switch was last turned on. */
  sinceAs?: 'two_factor_required_since';
  /** Other names in requests and answers. */
  aliases?: readonly string[];
  /** Name of the form as lines of one text. */
  raw?: string;
  /**
   * Settings that the same request must set when it turns this one on. A stored value does not
   * count.
   */
  requires?: readonly string[];
  /**
   * Not stored: true if the named setting has a value. False clears that value; true requires it,
   * given or stored.
   */
  presenceOf?: string;
  /** Runs on values that are given and not null. */
  check?: Check<NonNullable<T>>;
  /** Turns a given value into the stored one. */
  normalize?: (value: T) => T;
}

/** One setting; whoever runs its functions gives them a value of its kind. */
export interface Setting extends Options<never> {
  kind: 'flag' | 'integer' | 'number' | 'decimal' | 'text' | 'texts' | 'integers';
  /** The value as long as none is stored. */
  defaultOf: (instance: Instance) => unknown;
}

type Default<T> = T | ((instance: Instance) => T);

function setting<T>(kind: Setting['kind'], value: Default<T>, options: Options<T>): Setting {
  const defaultOf = value instanceof Function ? value : (): T => value;
  return { kind, defaultOf, ...(options as unknown as Options<never>) };
}

/** A switch. */
export function flag(value: boolean, options: Options<boolean> = {}): Setting {
  return setting('flag', value, options);
}

/** A whole number. */
export function integer(value: number | null, options: Options<number | null> = {}): Setting {
  return setting('integer', value, options);
}

/** A number. */
export function number(value: number | null, options: Options<number | null> = {}): Setting {
  return setting('number', value, options);
}

/**
 * A number that is sent as such and answered as a decimal text (`1.0`), because clients read it as
 * a string.
 */
export function decimal(value: string, options: Options<string> = {}): Setting {
  return setting('decimal', value, { normalize: decimalText, ...options });
}

/** A text. */
export function text(value: Default<string | null>, options: Options<string | null> = {}): Setting {
  return setting('text', value, options);
}

/** A list of texts. */
export function texts(value: readonly string[], options: Options<readonly string[]> = {}): Setting {
  return setting('texts', value, options);
}

/** A list of whole numbers. */
export function integers(value: number[], options: Options<number[]> = {}): Setting {
  return setting('integers', value, options);
}

function decimalText(value: unknown): string {
  const given = Number(value);
  return Number.isInteger(given) ? given.toFixed(1) : String(given);
}
