// The meaning of each migration for earlier versions.

export const schemaChanges = [
  // A version whose newest migration comes before works_with, by name, does not open the database.
  `create table schema_changes (
    migration text primary key,
    works_with text not null check (works_with <= migration)
  )`,
]
