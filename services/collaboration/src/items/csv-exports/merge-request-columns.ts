import type { ResponseOf } from '@forgemesh/rpc';
import type { MergeRequest } from '@forgemesh/proto/collaboration/v1/merge_request';
import { labelsText, namesText, usernamesText } from './column-texts';
import type { Column } from './csv-download';

/** The columns of merge requests. */
export const mergeRequestColumns: readonly Column<ResponseOf<MergeRequest>>[] = [
  ['Title', ({ title }) => title],
  ['Description', ({ description }) => description],
  ['MR IID', ({ iid }) => iid],
  ['Reference', ({ references }) => references?.full],
  ['URL', ({ web_url: url }) => url],
  ['State', ({ state }) => state],
  ['Draft', ({ draft }) => draft],
  ['Source Branch', ({ source_branch: branch }) => branch],
  ['Target Branch', ({ target_branch: branch }) => branch],
  ['Source Project ID', ({ source_project_id: id }) => id],
  ['Target Project ID', ({ target_project_id: id }) => id],
  ['Author', ({ author }) => author?.name],
  ['Author Username', ({ author }) => author?.username],
  ['Assignees', ({ assignees }) => namesText(assignees)],
  ['Assignee Usernames', ({ assignees }) => usernamesText(assignees)],
  ['Reviewers', ({ reviewers }) => namesText(reviewers)],
  ['Reviewer Usernames', ({ reviewers }) => usernamesText(reviewers)],
  ['Merged User', ({ merged_by: user }) => user?.name],
  ['Merged Username', ({ merged_by: user }) => user?.username],
  ['Milestone', ({ milestone }) => milestone?.title],
  ['Labels', ({ labels }) => labelsText(labels)],
  ['Created At (UTC)', ({ created_at: time }) => time],
  ['Updated At (UTC)', ({ updated_at: time }) => time],
  ['Merged At (UTC)', ({ merged_at: time }) => time],
];
