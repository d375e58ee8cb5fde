/** Compiled parameters of a request message (`compile-params.ts`). */
import type { ParamGroups } from '@forgemesh/proto/options/param';

/** Reads one value; returns ABSENT if it counts as not sent, INVALID after reporting a problem. */
export type ValueReader = (value: unknown, path: string, problems: string[]) => unknown;

/** One compiled parameter. */
export interface ParamSpec {
  name: string;
  /** Accepted names of the parameter, its own first. */
  names: string[];
  required: boolean;
  allowEmpty: boolean;
  /** Whether a blank string counts as empty. */
  noBlanks: boolean;
  nullable: boolean;
  /** Whether an empty string counts as not sent. */
  emptyIsAbsent: boolean;
  /** Header that may carry the parameter, in lower case; empty for none. */
  header: string;
  /** Coerced default value; undefined for none. */
  defaultValue: unknown;
  /** Whether the parameter is the file of an upload. */
  isFile: boolean;
  /** Parameters that the message treats as its own and that are passed together under this name. */
  flattened?: MessageSpec;
  /** Whether it is a small file, whose content is part of the request. */
  isSmallFile: boolean;
  read: ValueReader;
}

/** The parameters of a message in the order of its fields, and the rules over several of them. */
export interface MessageSpec {
  params: ParamSpec[];
  groups: ParamGroups | undefined;
}
