/** The SQL words in which SQLite and PostgreSQL differ. */
export interface SchemaDialect {
  readonly int64: "integer" | "bigint";
  readonly generatedId: string;
  readonly tableOptions: string;
  /** PostgreSQL sorts by id after the index columns; SQLite appends the rowid to every index itself. */
  readonly idColumn: string;
}

/**
 * Schema changes, oldest first: the entry at index n takes a database from version n to n + 1, in one transaction with
 * its new version number. Append only. Version 1 says `if not exists` because PostgreSQL databases older than the table
 * `schema_version` already have it.
 */
const MIGRATIONS: readonly ((dialect: SchemaDialect) => string)[] = [
  ({ int64, generatedId, tableOptions, idColumn }) => `
create table if not exists topic (
  path text primary key,
  version ${int64} not null,
  etag text not null,
  modified_at ${int64} not null,
  seen_at ${int64} not null
)${tableOptions};
create table if not exists subscription (
  id ${generatedId},
  callback text not null,
  callback_key text not null,
  host text not null,
  topic text not null,
  secret text,
  expires_at ${int64},
  delivered_version ${int64},
  failures integer not null,
  retry_at ${int64},
  pending_id text,
  pending_mode text,
  pending_lease_seconds ${int64},
  pending_secret text,
  pending_version ${int64},
  pending_at ${int64},
  last_status text,
  last_at ${int64},
  next_at ${int64},
  claim text,
  unique (callback_key, topic)
)${tableOptions};
create index if not exists subscription_host on subscription (host);
create index if not exists subscription_scheduled on subscription (next_at) where next_at is not null;
create index if not exists subscription_waiting on subscription (topic, delivered_version${idColumn})
  where next_at is null;
create index if not exists subscription_expiry on subscription (expires_at);
create index if not exists subscription_pending on subscription (pending_mode) where pending_mode is not null;
`,
  // Version 2: the operator's pause, the last attempts of each subscription, and tombstones.
  ({ int64, tableOptions }) => `
alter table subscription add column paused_at ${int64};
alter table subscription add column attempts integer not null default 0;
create table attempt (
  subscription_id ${int64} not null,
  slot integer not null,
  kind text not null,
  at ${int64} not null,
  duration_ms ${int64} not null,
  status text not null,
  primary key (subscription_id, slot)
)${tableOptions};
create table tombstone (
  callback_key text not null,
  topic text not null,
  callback text not null,
  host text not null,
  reason text not null,
  last_status text,
  last_at ${int64},
  ended_at ${int64} not null,
  attempts text not null,
  primary key (callback_key, topic)
)${tableOptions};
create index tombstone_ended on tombstone (ended_at);
create index tombstone_host on tombstone (host);
`,
];

export const SCHEMA_VERSION = MIGRATIONS.length;

/** The migrations that a database of this version still needs. Throws if a newer release wrote the database. */
export function migrationsFrom(version: number, dialect: SchemaDialect): readonly string[] {
  if (version > SCHEMA_VERSION) {
    throw new Error(
      `the hub database has schema version ${version}, and this release supports up to ${SCHEMA_VERSION}: upgrade the sidecar, or set HUB_DATABASE to another database`,
    );
  }
  return MIGRATIONS.slice(version).map((migration) => migration(dialect));
}
