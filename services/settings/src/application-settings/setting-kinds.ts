/** Kinds of settings and the options of a table entry. */

/** Properties of the instance that defaults and checks depend on. */
export interface Instance {
  /** Host name of the external URL. */
  hostname: string;
  /** Names of the configured storages. */
  storages: string[];
}

/** Returns the text of a field error for an invalid value, undefined for a valid one. */
export type Check<T> = (value: T, instance: Instance) => string | undefined | Promise<string | undefined>;

interface Options<T> {
  /** License tier below which the setting is unknown. */
  tier?: 1 | 2 | 3;
  /**
   * The field is optional, so that other services can distinguish 0 from an earlier release that
   * does not send the setting.
   */
  isZeroSignificant?: boolean;
  /** Stored sealed, masked in responses and events, and sent only to its `readers`. */
  secret?: boolean;
  /** Services that use the secret and receive it with `GetSettings`. */
  readers?: readonly string[];
  /**
   * URLs that may contain a username and password: stored sealed, with passwords masked in
   * responses.
   */
  hasCredentials?: boolean;
  /**
   * The product does not implement the setting: a value other than the default is refused, unless
   * it is the current value.
   */
  unsupported?: boolean;
  /** Whether null is a valid value although the default is not null. */
  nullable?: boolean;
  /**
   * Field of `GetSettings` with the value that an administrator set. The value is stored even if it
   * equals the default, because "not set" has a different meaning. Null unsets it.
   */
  explicitAs?: 'explicit_session_expire_delay';
  /** Field of `GetSettings` with the time at which this switch was last turned on. */
  sinceAs?: 'two_factor_required_since';
  /** Alternative names in requests and responses. */
  aliases?: readonly string[];
  /** Name of the alternative form as a string with one entry per line. */
  raw?: string;
  /** Settings that the same request must set to turn this one on. Stored values do not count. */
  requires?: readonly string[];
  /** Settings that must have a value while this one is on, requested or stored. */
  needs?: readonly string[];
  /**
   * Not stored: true if the named setting has a value. False clears that value; true requires it,
   * requested or stored.
   */
  presenceOf?: string;
  /** Another limit that this one may not exceed; 0 stands for no limit. */
  atMost?: string;
  /** Another limit that this one must reach; 0 stands for no limit. */
  atLeast?: string;
  /** Runs on requested values that are not null. */
  check?: Check<NonNullable<T>>;
  /** Converts a requested value to the stored one. */
  normalize?: (value: T) => T;
}

/** A setting. Its functions are called with values of its kind only. */
export interface Setting extends Options<never> {
  kind: 'flag' | 'integer' | 'number' | 'decimal' | 'text' | 'texts' | 'integers';
  /** Returns the value while none is stored. */
  defaultOf: (instance: Instance) => unknown;
}

type Default<T> = T | ((instance: Instance) => T);

function setting<T>(kind: Setting['kind'], value: Default<T>, options: Options<T>): Setting {
  const defaultOf = value instanceof Function ? value : (): T => value;
  return { kind, defaultOf, ...(options as unknown as Options<never>) };
}

/** Declares a boolean setting. */
export function flag(value: boolean, options: Options<boolean> = {}): Setting {
  return setting('flag', value, options);
}

/** Declares an integer setting. */
export function integer(value: number | null, options: Options<number | null> = {}): Setting {
  return setting('integer', value, options);
}

/** Declares a number setting. */
export function number(value: number | null, options: Options<number | null> = {}): Setting {
  return setting('number', value, options);
}

/**
 * Declares a number that is returned as a decimal string (`1.0`), because clients parse it as a
 * string.
 */
export function decimal(value: string, options: Options<string> = {}): Setting {
  return setting('decimal', value, { normalize: decimalText, ...options });
}

/** Declares a string setting. */
export function text(value: Default<string | null>, options: Options<string | null> = {}): Setting {
  return setting('text', value, options);
}

/** Declares a list of strings. */
export function texts(value: readonly string[], options: Options<readonly string[]> = {}): Setting {
  return setting('texts', value, options);
}

/** Declares a list of integers. */
export function integers(value: number[], options: Options<number[]> = {}): Setting {
  return setting('integers', value, options);
}

function decimalText(value: unknown): string {
  const given = Number(value);
  return Number.isInteger(given) ? given.toFixed(1) : String(given);
}
