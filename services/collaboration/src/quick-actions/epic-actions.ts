import { REPORTER } from '@forgemesh/access';
import { NotFoundError } from '@forgemesh/errors';
import type { EpicDocument } from '#items/model';
import { updateEpic, type EpicsDeps } from '#items/epics';
import { subjectOf } from '#access';
import { referencesIn } from '#texts';
import { resolveItems } from '#items/references';
import type { ActionContext, QuickAction } from './quick-action';

const level = { Epic: REPORTER };

/** Quick actions on parent and child epics. */
export const epicActions: readonly QuickAction<EpicsDeps>[] = [
  {
    names: ['parent_epic'],
    done: (argument) => `Set the parent epic to ${argument}.`,
    on: ['Epic'],
    async change(context, argument) {
      context.update.attributes.parent_id = (await epicIn(context, argument))._id;
    },
  },
  {
    names: ['remove_parent_epic'],
    done: () => 'Removed the parent epic.',
    on: ['Epic'],
    change: ({ update }) => {
      update.attributes.parent_id = 0;
    },
  },
  {
    names: ['child_epic'],
    done: (argument) => `Added the child epic ${argument}.`,
    on: ['Epic'],
    level,
    async run(context, argument) {
      const child = await epicIn(context, argument);
      if (child.group_id === context.target.group_id)
        await updateEpic(context.call, child, { attributes: { parent_id: context.target.id } });
    },
  },
  {
    names: ['remove_child_epic'],
    done: (argument) => `Removed the child epic ${argument}.`,
    on: ['Epic'],
    level,
    async run(context, argument) {
      const child = await epicIn(context, argument);
      const isChild = child.group_id === context.target.group_id && child.parent_id === context.target.id;
      if (isChild) await updateEpic(context.call, child, { attributes: { parent_id: 0 } });
    },
  },
];

/** The epic that a text refers to, if the caller may read it. Throws NotFoundError otherwise. */
async function epicIn({ call, target }: ActionContext<EpicsDeps>, argument: string): Promise<EpicDocument> {
  const references = referencesIn(argument, call.deps.instance.urls.base);
  const [named] = await resolveItems(call.deps, references, { scope: target, subject: subjectOf(call) });
  const epic = named?.type === 'Epic' ? await call.deps.items.epics.find(named.item._id) : null;
  if (!epic) throw new NotFoundError('Epic');
  return epic;
}
