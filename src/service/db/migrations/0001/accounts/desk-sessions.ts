// Sessions of people at the desk.

export const deskSessions = [
  // Of a token the SHA-256 in hex is stored, as of an api-key.
  `create table desk_sessions (
    id uuid primary key,
    key_id uuid not null references api_keys,
    token_hash text not null unique check (token_hash ~ '^[0-9a-f]{64}$'),
    -- Of the token before, which holds until the browser has sent the new one, and a minute longer for calls under way.
    previous_hash text unique check (previous_hash ~ '^[0-9a-f]{64}$'),
    -- In the forms of its pages.
    form_token text not null,
    -- In words, such as 'Firefox · Linux'; '' for an unknown one.
    browser text not null default '' check (length(browser) <= 60),
    -- Whether it shows the test account of its key's live account.
    is_test boolean not null default false,
    created_at timestamptz not null default now(),
    last_used_at timestamptz not null default now(),
    rotated_at timestamptz not null default now(),
    -- When the browser first sent the token that it has now.
    confirmed_at timestamptz
  )`,
  // The forms that a session has sent, by the key that its page gave each. Without a path it acts now.
  `create table desk_forms (
    session_id uuid not null references desk_sessions on delete cascade,
    key text not null check (key ~ '^[A-Za-z0-9_-]{22}$'),
    request_hash text not null check (request_hash ~ '^[0-9a-f]{64}$'),
    -- The page that shows the result.
    path text,
    -- JSON: the notice that the page shows once.
    notice json,
    is_said boolean not null default false,
    created_at timestamptz not null default now(),
    primary key (session_id, key)
  )`,
  `create index desk_forms_created_at on desk_forms (session_id, created_at)`,
  // Invitations of people to the desk: whoever has the link makes themselves a key. Of its token the hash is stored, as of an api-key.
  `create table desk_invitations (
    id uuid primary key,
    account_id uuid not null references accounts,
    token_hash text not null unique check (token_hash ~ '^[0-9a-f]{64}$'),
    name text not null,
    role text not null check (role in ('see', 'decide', 'refund', 'manage')),
    -- Who invites: the invitation holds as long as that key may give what it gives.
    key_id uuid not null references api_keys,
    -- Of the key that it becomes; null for one that does not expire.
    key_expires_at timestamptz,
    created_at timestamptz not null default now(),
    expires_at timestamptz not null,
    -- When it was accepted or withdrawn.
    ended_at timestamptz
  )`,
  `create index desk_invitations_account on desk_invitations (account_id, created_at) where ended_at is null`,
  `create index desk_invitations_key on desk_invitations (key_id)`,
  `create index desk_sessions_key on desk_sessions (key_id)`,
  `create index desk_sessions_last_used_at on desk_sessions (last_used_at)`,
]
