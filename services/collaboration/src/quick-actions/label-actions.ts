import { existingLabelIds, groupScope, type LabelsDeps, projectScope, readLabelsById } from '#planning/labels';
import { referencesIn } from '#texts';
import { ITEMS, type ActionContext, type QuickAction } from './quick-action';

/** Quick actions on labels. They create no labels: names of missing labels are ignored. */
export const labelActions: readonly QuickAction<LabelsDeps>[] = [
  {
    names: ['label', 'labels'],
    on: ITEMS,
    async change(context, argument) {
      const { update } = context;
      update.add_labels = [...(update.add_labels ?? []), ...(await titlesIn(context, argument))];
    },
  },
  {
    names: ['unlabel', 'remove_label'],
    on: ITEMS,
    async change(context, argument) {
      const { update } = context;
      if (argument === '') update.attributes.labels = [];
      else update.remove_labels = [...(update.remove_labels ?? []), ...(await titlesIn(context, argument))];
    },
  },
  {
    names: ['relabel'],
    on: ITEMS,
    async change(context, argument) {
      const titles = await titlesIn(context, argument);
      if (titles.length > 0) context.update.attributes.labels = titles;
    },
  },
];

/** Titles of the existing labels that a text refers to. */
async function titlesIn({ call, target }: ActionContext<LabelsDeps>, argument: string): Promise<string[]> {
  const names = referencesIn(argument).flatMap(({ kind, path, name }) => (kind === 'label' && !path ? [name] : []));
  const scope = target.project_id === null ? groupScope(call) : projectScope(call);
  const ids = await existingLabelIds(call.deps, scope, names);
  return [...(await readLabelsById(call.deps, ids)).values()].map(({ title }) => title);
}
