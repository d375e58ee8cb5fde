/** Presents the fields that items have in common. */
import type { ResponseOf } from '@forgemesh/rpc';
import type { References, TaskCompletionStatus, TimeStats } from '@forgemesh/proto/collaboration/v1/common';
import { humanDuration } from './durations';
import type { ProjectItemDocument } from '#items/model';
import { tasksOf, taskStatus } from '#texts';
import type { ReferencesDeps } from '#items/references';

/** The project or group that references are relative to. */
export interface ReferenceBase {
  project_id?: number;
  group_path?: string;
}

/** References to an item. `sign` is `#` or `!`. */
export function presentReferences(
  sign: '#' | '!',
  { iid, project_id }: Pick<ProjectItemDocument, 'iid' | 'project_id'>,
  projectPath: string,
  base: ReferenceBase,
): References {
  const short = `${sign}${iid}`;
  const full = `${projectPath}${short}`;
  if (base.project_id === project_id) return { short, relative: short, full };
  const inside = base.group_path !== undefined && full.startsWith(`${base.group_path}/`);
  return { short, relative: inside ? full.slice((base.group_path ?? '').length + 1) : full, full };
}

/** Times in seconds and human-readable. */
export function presentTimeStats(
  { instance: { settings } }: Pick<ReferencesDeps, 'instance'>,
  { time_estimate, total_time_spent }: Pick<ProjectItemDocument, 'time_estimate' | 'total_time_spent'>,
): ResponseOf<TimeStats> {
  const hoursOnly = settings.current().time_tracking_limit_to_hours ?? false;
  return {
    time_estimate,
    total_time_spent,
    human_time_estimate: humanDuration(time_estimate, { hoursOnly }),
    human_total_time_spent: humanDuration(total_time_spent, { hoursOnly }),
  };
}

/** Task list of a description. `has_tasks` and `task_status` are only set if there are tasks. */
export function presentTasks(description: string | null): {
  task_completion_status: TaskCompletionStatus;
  has_tasks?: boolean;
  task_status?: string;
} {
  const tasks = tasksOf(description);
  return {
    task_completion_status: { count: tasks.length, completed_count: tasks.filter(({ done }) => done).length },
    ...(tasks.length > 0 && { has_tasks: true, task_status: taskStatus(tasks) }),
  };
}
