/** Presents todos in the API. */
import type { EventEntity } from '@forgemesh/events';
import type { ResponseOf, Call } from '@forgemesh/rpc';
import type { Todo } from '@forgemesh/proto/collaboration/v1/todo';
import type { GroupProfile, ProjectProfile } from '@forgemesh/proto/projects/v1/project_directory';
import { presentUser } from '#clients';
import type { NoteDocument } from '#discussion/notes';
import type { TodoDocument } from './todo.model';
import { readTargets } from './todo-targets';
import type { TodosDeps } from './deps';

/** Presents todos with one read for each kind of association. */
export async function presentTodos(call: Call<TodosDeps>, todos: readonly TodoDocument[]): Promise<ResponseOf<Todo>[]> {
  const { display, queries, notes: noteStore } = call.deps;
  const noteIds = todos.flatMap(({ note_id: id }) => id ?? []);
  const [users, projects, groups, targets, bodies] = await Promise.all([
    display.users.find(todos.map(({ author_id: id }) => id)),
    display.projects.find(todos.flatMap(({ project_id: id }) => id ?? [])),
    display.groups.find(todos.flatMap(({ group_id: id }) => id ?? [])),
    readTargets(call, todos),
    queries.noteBodies.getAll(noteIds, async (missing) => {
      const notes = await noteStore.model
        .find({ _id: { $in: missing } }, { body: 1 })
        .lean<Pick<NoteDocument, '_id' | 'body'>[]>();
      return new Map(notes.map(({ _id: id, body }) => [id, body]));
    }),
  ]);
  return todos.map((todo) => {
    const target = targets.get(`${todo.target_type}/${todo.target_id}`);
    const body = bodies.get(todo.note_id ?? 0);
    return {
      id: todo._id,
      ...presentOwner(projects.get(todo.project_id ?? 0), groups.get(todo.group_id ?? 0)),
      author: presentUser(users.get(todo.author_id)),
      action_name: todo.action,
      target_type: todo.target_type === 'Epic' ? 'epic' : todo.target_type,
      target: target ?? {},
      target_url: `${target?.web_url ?? ''}${body === undefined ? '' : `#note_${todo.note_id}`}`,
      body: body ?? target?.title ?? '',
      state: todo.state,
      created_at: todo.created_at.toISOString(),
    };
  });
}

/** Presents one todo. */
export async function presentTodo(call: Call<TodosDeps>, todo: TodoDocument): Promise<ResponseOf<Todo>> {
  return (await presentTodos(call, [todo]))[0] as ResponseOf<Todo>;
}

function presentOwner(
  project: ProjectProfile | undefined,
  group: GroupProfile | undefined,
): Pick<ResponseOf<Todo>, 'project' | 'group'> {
  if (project) {
    const { id, name, name_with_namespace, path, path_with_namespace } = project;
    return { project: { id, name, name_with_namespace, path, path_with_namespace } };
  }
  if (!group) return {};
  const { id, name, path, full_path, ancestor_ids: above } = group;
  return { group: { id, name, path, kind: 'group', full_path, parent_id: above.at(-1) ?? null } };
}

/** A todo in its event. */
export function presentTodoEvent({ _id: id, user_id }: TodoDocument): EventEntity<'collaboration.todo.created'> {
  return { id, user_id };
}
