import { createRemoteMirror } from './operations/create-remote-mirror';
import { deleteRemoteMirror } from './operations/delete-remote-mirror';
import { getRemoteMirror } from './operations/get-remote-mirror';
import { listRemoteMirrors } from './operations/list-remote-mirrors';
import { updateRemoteMirror } from './operations/update-remote-mirror';

export const remoteMirrorOperations = [
  createRemoteMirror,
  deleteRemoteMirror,
  getRemoteMirror,
  listRemoteMirrors,
  updateRemoteMirror,
];
