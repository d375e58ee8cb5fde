import { GroupLabelServiceDefinition } from '@forgemesh/proto/collaboration/v1/group_label';
import { operation } from '../../../operation';
import { groupLabels } from '../group-labels';
import { groupScope } from '../label-scope';
import { listLabelPage } from '../list-label-page';

/** Lists the labels of a group, and optionally of related groups and projects, by title. */
export const listGroupLabels = operation(GroupLabelServiceDefinition.listGroupLabels, async (request, call) =>
  listLabelPage(call, request, { filter: await groupLabels(call, request), scope: groupScope(call) }),
);
