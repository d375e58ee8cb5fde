/** Parameters of a request message as `compile-params.ts` compiles them. */
import type { ParamGroups } from '@forgemesh/proto/options/param';

/**
 * Reads one value; ABSENT where it says nothing, INVALID after it reported what is wrong with it.
 */
export type ValueReader = (value: unknown, path: string, problems: string[]) => unknown;

/** One parameter, compiled. */
export interface ParamSpec {
  name: string;
  /** Names under which the parameter may come, its own first. */
  names: string[];
  required: boolean;
  allowEmpty: boolean;
  /** A text of blanks alone is as good as an empty one. */
  noBlanks: boolean;
  nullable: boolean;
  /** Header that may carry the parameter, in lower case; empty where none does. */
  header: string;
  /** Value when absent, coerced already; undefined where there is none. */
  defaultValue: unknown;
  /** Whether the parameter is the file of an upload. */
  isFile: boolean;
  /**
   * Parameters that the message declares as its own and that are handed over together under this
   * name.
   */
  flattened?: MessageSpec;
  /** Whether it is a small file, whose content is in the request. */
  isSmallFile: boolean;
  read: ValueReader;
}

/** The parameters of a message in the order of its fields, and the rules over several of them. */
export interface MessageSpec {
  params: ParamSpec[];
  groups: ParamGroups | undefined;
}
