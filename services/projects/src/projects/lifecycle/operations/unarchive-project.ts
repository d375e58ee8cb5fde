import { ProjectLifecycleServiceDefinition } from '@forgemesh/proto/projects/v1/project_lifecycle';
import { operation } from '../../../operation';
import { setArchived } from '../set-archived';

/** Unarchives a project. */
export const unarchiveProject = operation(ProjectLifecycleServiceDefinition.unarchiveProject, (_request, call) =>
  setArchived(call, false),
);
