/**
 * The place of the files of a service: the variables name it, or the database records it. So a
 * database keeps its place when the default for new ones changes, and its backups carry it along.
 */
import { isDuplicateKey } from '@forgemesh/data';
import { Schema, type Connection, type Model } from 'mongoose';
import type { FilePlace, ObjectConfig } from '../config';

const ID = 'files';

/** The recorded place. */
interface FilePlaceDocument {
  _id: string;
  place: FilePlace;
  /** Whether the other place was used before, and may have files. */
  has_former: boolean;
}

/** Where a service stores its files. */
export interface ChosenFilePlace {
  place: FilePlace;
  /** Whether the other place may have files, which are moved. */
  hasFormer: boolean;
}

/**
 * Chooses the place and records it. Called before anything else is written to the database: one
 * without collections is new. A database without a record is that of an earlier release, which has
 * its files in GridFS unless the variables say otherwise.
 */
export async function chooseFilePlace(
  connection: Connection,
  { files, initialFiles }: Pick<ObjectConfig, 'files' | 'initialFiles'>,
): Promise<ChosenFilePlace> {
  const model = createFilePlaceModel(connection);
  const find = (): Promise<FilePlaceDocument | null> => model.findById(ID).lean<FilePlaceDocument>().exec();
  const recorded =
    (await find()) ?? (await record(model, await firstPlace(connection, { files, initialFiles }))) ?? (await find());
  if (!recorded) throw new Error('the place of files was not recorded');
  const { place, has_former } = recorded;
  if (files === undefined || files === place) return { place, hasFormer: has_former };
  await model.updateOne({ _id: ID }, { $set: { place: files, has_former: true } });
  return { place: files, hasFormer: true };
}

async function firstPlace(
  connection: Connection,
  { files, initialFiles }: Pick<ObjectConfig, 'files' | 'initialFiles'>,
): Promise<FilePlaceDocument> {
  const isNew = (await connection.listCollections()).length === 0;
  const place = files ?? (isNew ? initialFiles : 'gridfs');
  return { _id: ID, place, has_former: !isNew && place !== 'gridfs' };
}

/** Null if another process has recorded a place meanwhile. */
async function record(model: Model<FilePlaceDocument>, document: FilePlaceDocument): Promise<FilePlaceDocument | null> {
  try {
    await model.create(document);
    return document;
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    return null;
  }
}

function createFilePlaceModel(connection: Connection): Model<FilePlaceDocument> {
  const schema = new Schema<FilePlaceDocument>(
    { _id: String, place: String, has_former: Boolean },
    { versionKey: false, collection: 'file_places', strict: 'throw', strictQuery: 'throw' },
  );
  return connection.model<FilePlaceDocument>('file_places', schema);
}
