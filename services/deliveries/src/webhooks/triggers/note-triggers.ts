/** Hook triggers of notes. */
import type { ForgeEvent } from '@forgemesh/events';
import { isConfidentialNote, notePayload } from '#webhooks/payloads';
import type { HookTrigger } from '#webhooks/deliveries';
import { projectHooks } from '#webhooks/hooks';
import { projectIntegrations } from '#integrations/settings';
import type { TriggersDeps } from './deps';

/**
 * Triggers for a user's note in a project. System notes are covered by the events that they record.
 */
export async function noteTriggers(
  deps: TriggersDeps,
  event: ForgeEvent<'collaboration.note.created'>,
): Promise<HookTrigger[]> {
  const note = event.data.entity;
  const { project_id: projectId } = note;
  if (note.system || projectId === null) return [];
  const receivers = await Promise.all([projectHooks(deps, projectId), projectIntegrations(deps, projectId)]);
  if (!receivers.flat().some((one) => one.note_events || one.confidential_note_events)) return [];
  const isConfidential = await isConfidentialNote(deps, note);
  return [
    {
      ...(isConfidential
        ? { trigger: 'confidential_note_events', event_name: 'Confidential Note Hook' }
        : { trigger: 'note_events', event_name: 'Note Hook' }),
      project_id: projectId,
      resource: `note:${note.noteable_type}:${note.noteable_id ?? note.commit_id ?? ''}`,
      event_id: event.id,
      at: new Date(event.time),
      payload: () => notePayload(deps, note, { isConfidential }),
    },
  ];
}
