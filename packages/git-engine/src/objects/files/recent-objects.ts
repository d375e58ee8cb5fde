/**
 * Contents of objects of one pack that were read lately, by offset: most deltas are applied to one
 * of them. Two generations take a fraction of the time of a list in order of use.
 */
import type { ObjectType } from '../cat-file';

/** Content of an object in a pack. */
export interface PackedObject {
  type: ObjectType;
  data: Buffer;
}

export class RecentObjects {
  private young = new Map<number, PackedObject>();
  private old = new Map<number, PackedObject>();

  /** The object at an offset. One of the old generation has to be added again to be kept. */
  find(offset: number): PackedObject | undefined {
    return this.young.get(offset) ?? this.old.get(offset);
  }

  /** Adds an object to the young generation; false if it is there already. */
  add(offset: number, object: PackedObject): boolean {
    if (this.young.has(offset)) return false;
    this.young.set(offset, object);
    return true;
  }

  /** Drops the old generation; the young one becomes old. */
  age(): void {
    this.old = this.young;
    this.young = new Map();
  }
}
