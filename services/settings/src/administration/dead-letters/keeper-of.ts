/** Which service keeps a dead letter. */
import { NotFoundError } from '@forgemesh/errors';
import type { SettingsCall } from '../../operation';
import type { DeadLetterClient } from '../../clients/clients';

/** The service whose consumer the id of a letter names: it keeps the letter. */
export function keeperOf({ deps }: SettingsCall, id: string): DeadLetterClient {
  const keeper = deps.deadLetters.get(id.split('-')[0] as string);
  if (!keeper) throw new NotFoundError('Dead Letter');
  return keeper;
}
