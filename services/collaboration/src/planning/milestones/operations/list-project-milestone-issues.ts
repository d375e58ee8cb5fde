import { ProjectMilestoneServiceDefinition } from '@forgemesh/proto/collaboration/v1/project_milestone';
import { projectIssues } from '../../../items/issues/list/issue-filter';
import { projectScope } from '../../labels/label-scope';
import { operation } from '../../../operation';
import { listMilestoneIssues } from '../list-milestone-issues';

/** Lists the issues of a milestone of a project. */
export const listProjectMilestoneIssues = operation(
  ProjectMilestoneServiceDefinition.listProjectMilestoneIssues,
  async (request, call) =>
    listMilestoneIssues(call, request, {
      scope: projectScope(call),
      visible: await projectIssues(call),
      base: { project_id: call.resource('id').id },
    }),
);
