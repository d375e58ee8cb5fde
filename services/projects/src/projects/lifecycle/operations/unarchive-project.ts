import { ProjectLifecycleServiceDefinition } from '@forgemesh/proto/projects/v1/project_lifecycle';
import { operation } from '#operation';
import { setArchived } from '../set-archived';

/** Makes an archived project writable again. */
export const unarchiveProject = operation(ProjectLifecycleServiceDefinition.unarchiveProject, (_request, call) =>
  setArchived(call, false),
);
