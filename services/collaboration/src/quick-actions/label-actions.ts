import { NotFoundError } from '@forgemesh/errors';
import { existingLabelIds, groupScope, type LabelsDeps, projectScope, readLabelsById } from '#planning/labels';
import { referencesIn } from '#texts';
import { ITEMS, type ActionContext, type QuickAction } from './quick-action';

/** Quick actions on labels. They create no labels: names of missing labels are ignored. */
export const labelActions: readonly QuickAction<LabelsDeps>[] = [
  {
    names: ['label', 'labels'],
    done: (argument) => `Added labels: ${argument}.`,
    on: ITEMS,
    async change(context, argument) {
      const { update } = context;
      update.add_labels = [...(update.add_labels ?? []), ...(await titlesIn(context, argument))];
    },
  },
  {
    names: ['unlabel', 'remove_label'],
    done: (argument) => (argument === '' ? 'Removed all labels.' : `Removed labels: ${argument}.`),
    on: ITEMS,
    async change(context, argument) {
      const { update } = context;
      if (argument === '') update.attributes.labels = [];
      else update.remove_labels = [...(update.remove_labels ?? []), ...(await titlesIn(context, argument))];
    },
  },
  {
    names: ['relabel'],
    done: (argument) => `Replaced all labels with ${argument}.`,
    on: ITEMS,
    async change(context, argument) {
      const titles = await titlesIn(context, argument);
      context.update.attributes.labels = titles;
    },
  },
];

/** Titles of the existing labels that a text refers to. Throws NotFoundError if there are none. */
async function titlesIn({ call, target }: ActionContext<LabelsDeps>, argument: string): Promise<string[]> {
  const names = referencesIn(argument).flatMap(({ kind, path, name }) => (kind === 'label' && !path ? [name] : []));
  const scope = target.project_id === null ? groupScope(call) : projectScope(call);
  const ids = await existingLabelIds(call.deps, scope, names);
  if (ids.length === 0) throw new NotFoundError('Label');
  return [...(await readLabelsById(call.deps, ids)).values()].map(({ title }) => title);
}
