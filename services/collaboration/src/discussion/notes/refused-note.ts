import { BadRequestError } from '@forgemesh/errors';

/** The refusal of a new note in the API's own words. */
export function refusedNote(field: 'note' | 'base' | 'position' | 'commands_only', problem: string): BadRequestError {
  return new BadRequestError(`400 (Bad request) "Note {:${field}=>["${problem}"]}" not given`);
}

/** The refusal of a change of a note. */
export function refusedChange(field: 'note', problem: string): BadRequestError {
  return new BadRequestError(`400 (Bad request) "Failed to save note {:${field}=>["${problem}"]}" not given`);
}
