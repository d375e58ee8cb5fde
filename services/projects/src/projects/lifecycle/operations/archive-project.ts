import { ProjectLifecycleServiceDefinition } from '@forgemesh/proto/projects/v1/project_lifecycle';
import { operation } from '#operation';
import { setArchived } from '../set-archived';

/** Archives a project. */
export const archiveProject = operation(ProjectLifecycleServiceDefinition.archiveProject, (_request, call) =>
  setArchived(call, true),
);
