import { DEVELOPER } from '@forgemesh/access';
import { addSystemNote, type NotesDeps } from '#discussion/notes';
import type { QuickAction } from './quick-action';

/** Quick actions on commits. */
export const commitActions: readonly QuickAction<NotesDeps>[] = [
  {
    names: ['tag'],
    done: (argument) => `Tagged this commit: ${argument}.`,
    on: ['Commit'],
    level: { Commit: DEVELOPER },
    async run({ call, target }, argument) {
      const { deps, principal, operationId } = call;
      const [name = '', ...words] = argument.split(/\s+/);
      const ref = target.commit_id ?? '';
      const { full_path: path } = call.resource('id');
      await deps.clients.tags.createTag({
        id: String(target.project_id),
        tag_name: name,
        ref,
        message: words.join(' '),
      });
      await addSystemNote(deps, target, {
        effect_key: `tag/${operationId ?? `${target.project_id}/${name}`}`,
        author_id: principal.id,
        at: new Date(),
        body: `tagged commit ${ref} to [\`${name}\`](/${path}/-/tags/${encodeURIComponent(name)})`,
      });
    },
  },
];
