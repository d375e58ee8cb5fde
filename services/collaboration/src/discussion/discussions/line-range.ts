/** Validates the lines of a comment on several lines. */
import type { Parameters } from '@forgemesh/rpc';
import type { LineRangeEndRequest, LineRangeRequest } from '@forgemesh/proto/collaboration/v1/discussion';
import {
  type DiffPosition,
  digestOfPath,
  invalidNote,
  lineCodeOf,
  type LineRange,
  parseLineCode,
  type RangeEnd,
} from '#discussion/notes';

/** Maximum number of lines of a comment. */
const MAX_LINES = 1_000;

type Place = Pick<DiffPosition, 'old_path' | 'new_path' | 'old_line' | 'new_line'>;

/**
 * The range that a request names. Throws BadRequestError if an end names no line of the file, the
 * range is turned around or too long, or its end is not the line of the position.
 */
export function lineRangeOf(place: Place, { start, end }: Parameters<LineRangeRequest>): LineRange {
  if (!start || !end) throw invalidNote('position', 'has an incomplete line range');
  const range = { start: endOf(place, start), end: endOf(place, end) };
  const { new_line, old_line } = place;
  const isAtEnd = new_line === null ? range.end.old_line === old_line : range.end.new_line === new_line;
  if (!isAtEnd) throw invalidNote('position', 'has a line range that does not end at its line');
  const lengths = [
    lengthOf(range.start.old_line, range.end.old_line),
    lengthOf(range.start.new_line, range.end.new_line),
  ];
  if (lengths.some((length) => length < 0))
    throw invalidNote('position', 'has a line range that ends before it starts');
  if (lengths.some((length) => length >= MAX_LINES)) throw invalidNote('position', 'has a line range that is too long');
  return range;
}

/** The number of lines between two on one side; 0 if one of them is not there. */
function lengthOf(start: number | null, end: number | null): number {
  return start === null || end === null ? 0 : end - start;
}

function endOf({ old_path, new_path }: Place, requested: Parameters<LineRangeEndRequest>): RangeEnd {
  const code = requested.line_code === undefined ? null : parseLineCode(requested.line_code);
  const paths = [new_path ?? '', old_path ?? ''];
  const isOfFile = code === null || paths.some((path) => digestOfPath(path) === code.digest);
  if ((requested.line_code !== undefined && code === null) || !isOfFile)
    throw invalidNote('position', 'has an invalid line code');
  const old_line = (requested.old_line ?? code?.old_line) || null;
  const new_line = (requested.new_line ?? code?.new_line) || null;
  const type = typeOf(requested.type, { old_line, new_line });
  const numbers = {
    old_line: type === 'new' ? null : old_line,
    new_line: type === 'old' ? null : new_line,
  };
  if (numbers.old_line === null && numbers.new_line === null)
    throw invalidNote('position', 'has an incomplete line range');
  return {
    line_code: requested.line_code ?? lineCodeOf(paths[0] ?? '', old_line, new_line),
    type,
    ...numbers,
  };
}

/** A line with one number only is a changed one. */
function typeOf(
  requested: string | null | undefined,
  { old_line, new_line }: Pick<RangeEnd, 'old_line' | 'new_line'>,
): RangeEnd['type'] {
  if (requested === 'old' || requested === 'new') return requested;
  if (old_line === null) return 'new';
  return new_line === null ? 'old' : null;
}
