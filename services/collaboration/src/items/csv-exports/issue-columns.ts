import type { ResponseOf } from '@forgemesh/rpc';
import type { Issue } from '@forgemesh/proto/collaboration/v1/issue';
import { labelsText, namesText, usernamesText } from './column-texts';
import type { Column } from './csv-download';

/** The columns of issues. */
export const issueColumns: readonly Column<ResponseOf<Issue>>[] = [
  ['Title', ({ title }) => title],
  ['Description', ({ description }) => description],
  ['Issue ID', ({ iid }) => iid],
  ['Reference', ({ references }) => references?.full],
  ['URL', ({ web_url: url }) => url],
  ['State', ({ state }) => state],
  ['Author', ({ author }) => author?.name],
  ['Author Username', ({ author }) => author?.username],
  ['Assignee', ({ assignees }) => namesText(assignees)],
  ['Assignee Username', ({ assignees }) => usernamesText(assignees)],
  ['Confidential', ({ confidential }) => confidential],
  ['Locked', ({ discussion_locked: isLocked }) => isLocked ?? false],
  ['Due Date', ({ due_date: due }) => due],
  ['Created At (UTC)', ({ created_at: time }) => time],
  ['Updated At (UTC)', ({ updated_at: time }) => time],
  ['Closed At (UTC)', ({ closed_at: time }) => time],
  ['Milestone', ({ milestone }) => milestone?.title],
  ['Weight', ({ weight }) => weight],
  ['Labels', ({ labels }) => labelsText(labels)],
  ['Time Estimate', ({ time_stats: times }) => times?.time_estimate],
  ['Time Spent', ({ time_stats: times }) => times?.total_time_spent],
];
