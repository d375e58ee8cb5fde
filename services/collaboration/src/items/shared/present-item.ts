/** Fields that items have in common, as the API shows them. */
import type { ResponseOf } from '@forgemesh/rpc';
import type { References, TaskCompletionStatus, TimeStats } from '@forgemesh/proto/collaboration/v1/common';
import type { Collaboration } from '../../deps';
import { humanDuration } from './durations';
import type { ProjectItemDocument } from './item.model';
import { taskStatus, tasksOf } from './texts/tasks';

/** Where a reader asked: what lies there is referred to without its path. */
export interface ReferenceBase {
  project_id?: number;
  group_path?: string;
}

/** How an item is referred to. `sign` is `#`, `!` or `&`. */
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

/** Times in seconds and in words. */
export function presentTimeStats(
  { settings }: Collaboration,
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

/** Boxes to tick. The words about them are there only where there are some. */
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
