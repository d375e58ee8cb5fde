/** Presents issue boards and their lists in the API. */
import { NotFoundError } from '@forgemesh/errors';
import type { ResponseOf } from '@forgemesh/rpc';
import type { Board, BoardGroup, BoardList, BoardProject } from '@forgemesh/proto/collaboration/v1/board';
import type { Milestone } from '@forgemesh/proto/collaboration/v1/milestone';
import type { UserProfile } from '@forgemesh/proto/identity/v1/directory';
import type { GroupProfile, ProjectProfile } from '@forgemesh/proto/projects/v1/project_directory';
import { presentUser } from '#clients';
import { type LabelDocument, loadCachedLabels, presentLabelDetails } from '#planning/labels';
import type { BoardDocument, StoredList } from './board.model';
import { readMilestones } from '#planning/milestones';
import type { BoardsDeps } from './deps';

/** Associated objects of boards, by id. */
interface Associations {
  users: ReadonlyMap<number, UserProfile>;
  labels: ReadonlyMap<number, LabelDocument>;
  milestones: ReadonlyMap<number, ResponseOf<Milestone>>;
}

/** Presents boards with one read for each kind of association. */
export async function presentBoards(deps: BoardsDeps, boards: readonly BoardDocument[]): Promise<ResponseOf<Board>[]> {
  const { display } = deps;
  const [associations, projects, groups] = await Promise.all([
    loadAssociations(deps, boards),
    display.projects.find(boards.flatMap(({ project_id: id }) => id ?? [])),
    display.groups.find(boards.flatMap(({ group_id: id }) => id ?? [])),
  ]);
  const { users, labels, milestones } = associations;
  return boards.map((board) => ({
    id: board._id,
    name: board.name,
    project: presentProject(projects.get(board.project_id ?? 0)),
    group: presentGroup(groups.get(board.group_id ?? 0)),
    milestone: milestones.get(board.milestone_id ?? 0) ?? null,
    assignee: presentUser(users.get(board.assignee_id ?? 0)),
    labels: board.label_ids.flatMap((id) => labels.get(id) ?? []).map(presentLabelDetails),
    weight: board.weight ?? null,
    lists: presentAll(board, associations),
  }));
}

/** Presents one board. */
export async function presentBoard(deps: BoardsDeps, board: BoardDocument): Promise<ResponseOf<Board>> {
  return (await presentBoards(deps, [board]))[0] as ResponseOf<Board>;
}

/** Presents the lists of a board by position. */
export async function presentBoardLists(deps: BoardsDeps, board: BoardDocument): Promise<ResponseOf<BoardList>[]> {
  return presentAll(board, await loadAssociations(deps, [board]));
}

/** Presents one list of a board. Throws NotFoundError if the board does not have it. */
export async function presentBoardList(
  deps: BoardsDeps,
  board: BoardDocument,
  listId: number,
): Promise<ResponseOf<BoardList>> {
  const list = (await presentBoardLists(deps, board)).find(({ id }) => id === listId);
  if (!list) throw new NotFoundError();
  return list;
}

async function loadAssociations(deps: BoardsDeps, boards: readonly BoardDocument[]): Promise<Associations> {
  const lists = boards.flatMap((board) => board.lists);
  const scoped = [...boards, ...lists];
  const labelIds = [...boards.flatMap(({ label_ids: ids }) => ids), ...lists.flatMap(({ label_id: id }) => id ?? [])];
  const [users, labels, milestones] = await Promise.all([
    deps.display.users.find(scoped.flatMap(({ assignee_id: id }) => id ?? [])),
    loadCachedLabels(deps, labelIds),
    readMilestones(
      deps,
      scoped.flatMap(({ milestone_id: id }) => id ?? []),
    ),
  ]);
  return { users, labels, milestones };
}

function presentAll(board: BoardDocument, associations: Associations): ResponseOf<BoardList>[] {
  return board.lists.flatMap((list, position) => presentList(list, position, associations) ?? []);
}

/**
 * Null for a list whose label, milestone or assignee is deleted: the consumer of the event removes
 * such lists.
 */
function presentList(
  list: StoredList,
  position: number,
  { users, labels, milestones }: Associations,
): ResponseOf<BoardList> | null {
  const label = labels.get(list.label_id ?? 0);
  const milestone = milestones.get(list.milestone_id ?? 0);
  const assignee = presentUser(users.get(list.assignee_id ?? 0));
  if (!label && !milestone && !assignee) return null;
  return {
    id: list.id,
    label: label ? presentLabelDetails(label) : null,
    position,
    max_issue_count: list.max_issue_count ?? 0,
    max_issue_weight: list.max_issue_weight ?? 0,
    ...(milestone && { milestone }),
    ...(assignee && { assignee }),
  };
}

function presentProject(project: ProjectProfile | undefined): ResponseOf<BoardProject> | null {
  if (!project) return null;
  const { id, name, name_with_namespace, path, path_with_namespace, web_url } = project;
  return { id, name, name_with_namespace, path, path_with_namespace, http_url_to_repo: `${web_url}.git`, web_url };
}

function presentGroup(group: GroupProfile | undefined): ResponseOf<BoardGroup> | null {
  return group ? { id: group.id, web_url: group.web_url, name: group.name } : null;
}
