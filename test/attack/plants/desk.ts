import type { Plant } from './plant.ts'

const sessions = 'test/service/desk/sessions.test.ts'
const times = 'test/service/desk/session-times.test.ts'
const forms = 'test/service/desk/forms.test.ts'
const roles = 'test/service/desk/roles.test.ts'
const people = 'test/service/desk/people.test.ts'
const unmatched = 'test/service/desk/unmatched.test.ts'
const store = 'src/service/accounts/store/desk-sessions.ts'
const grants = 'src/service/accounts/store/grants.ts'

export const plants: Plant[] = [
  {
    rule: 'signing in at the desk ends the session that the browser had',
    file: 'src/service/desk/session.ts',
    from: '  await endSession(c, context)\n  setToken',
    to: '  setToken',
    test: sessions,
    name: 'gives another token than the browser had, and ends the session of that one',
  },
  {
    rule: 'a session of the desk ends with its key',
    file: store,
    from: '    .where(isOpenKey)\n    .where(sql<boolean>`string_to_array',
    to: '    .where(sql<boolean>`string_to_array',
    test: sessions,
    name: 'ends at once when its key is revoked',
  },
  {
    rule: 'a form of the desk is of a page of its session',
    file: 'src/service/desk/act.ts',
    from: '!hasFormToken(session, fields.form_token)',
    to: 'false',
    test: sessions,
    name: 'without the token of its session is refused',
  },
  {
    rule: 'what was just done at the desk is told by its session, and by no address',
    file: 'src/service/desk/signed-call.ts',
    from: 'const notice = await context.store.takeDeskNotice(session.id, path)',
    to: [
      'const { text, payment, charge } = c.req.query()',
      'const notice = text ? { text, undo: { payment, charge } } : undefined',
    ].join('; '),
    test: forms,
    name: 'is told by no address',
  },
  {
    rule: 'a form of the desk acts once, however often it is sent',
    file: 'src/service/desk/act.ts',
    from: "if (state === 'begun' || isPersonal) break",
    to: 'break',
    test: forms,
    name: 'adds one webhook endpoint, and both answers show its secret',
  },
  {
    rule: 'what is put into a path of the desk is encoded',
    file: 'src/api/client/call-url.ts',
    from: 'return encodeURIComponent(value)',
    to: 'return value',
    test: 'test/service/desk/paths.test.ts',
    name: 'encodes its parameters and its query, and leaves out what is empty',
  },
  {
    rule: 'a form of the desk is of the desk’s own site',
    file: 'src/service/desk/headers.ts',
    from: 'return await check(c, next)',
    to: 'return await next()',
    test: sessions,
    name: 'from another site is refused, also with the cookie and the token',
  },
  {
    rule: 'a key of a program opens no desk',
    file: 'src/service/desk/routes/sign-in.ts',
    from: 'if (!readRole(key.scopes))',
    to: 'if (false)',
    test: sessions,
    name: 'is refused to what is no key, to a revoked one, and to the key of a program',
  },
  {
    rule: 'the door behind the desk asks for the role of its route',
    file: 'src/service/http/endpoint.ts',
    from: 'if (includesRole(role, wanted)) return',
    to: 'return',
    test: roles,
    name: 'reaches exactly the routes of that role behind the desk',
  },
  {
    rule: 'a form of the desk asks for the role of its route',
    file: 'src/service/desk/act.ts',
    from: 'if (!includesRole(session.role, role))',
    to: 'if (false)',
    test: roles,
    name: 'may send exactly the forms of that role',
  },
  {
    rule: 'a session of the desk ends after its lifetime',
    file: store,
    from: 'or desk_sessions.created_at <= now()',
    to: "or desk_sessions.created_at <= now() - interval '1 year'",
    test: times,
    name: 'ends after its lifetime, however it is used',
  },
  {
    rule: 'a replaced token of the desk ends',
    file: store,
    from: 'desk_sessions.confirmed_at > now() -',
    to: "desk_sessions.confirmed_at > now() - interval '1 year' -",
    test: times,
    name: 'replaces its token, and the old one holds until the new one was used and a minute longer',
  },
  {
    rule: 'nobody gives people or keys more than they have',
    file: grants,
    from: '!scopes.every((scope) => isGivable(role, scope))',
    to: 'false',
    test: people,
    name: 'nor by an invitation from before their role was lowered',
  },
  {
    rule: 'nobody gives people or keys anything for longer than they have it',
    file: grants,
    from: 'if (isLonger)',
    to: 'if (false)',
    test: people,
    name: 'nor for longer: a key that ends makes none that outlives it',
  },
  {
    rule: 'whose key was revoked gives nothing',
    file: grants,
    from: ".where('id', '=', keyId)\n    .where(isOpenKey)",
    to: ".where('id', '=', keyId)",
    test: people,
    name: 'ends with its withdrawal, and with the key of whoever invited',
  },
  {
    rule: 'whoever lets people or programs in types their own key again',
    file: 'src/service/desk/routes/people.ts',
    from: "if (key?.status !== 'valid' || key.id !== session.keyId)",
    to: 'if (key === null)',
    test: people,
    name: 'a session alone lets nobody in: it takes the key that signed in',
  },
  {
    rule: 'the tokens of forms differ by mode',
    file: store,
    from: 'row.isOfTest ? toTestToken(row.formToken) : row.formToken',
    to: 'row.formToken',
    test: people,
    name: 'are two views of one session: a form of one does nothing in the other',
  },
  {
    rule: 'money that pays a charge a second time is sent back once',
    file: 'src/service/desk/routes/unmatched.ts',
    from: '  try {\n    return (await call(routes.createRefund, { params, body: {} })).uuid\n  } catch (cause) {\n    const begun = await findBegun()\n    if (begun) return begun\n    throw cause\n  }',
    to: '  return (await call(routes.createRefund, { params, body: {} })).uuid',
    test: unmatched,
    name: 'goes back once, though two persons send it back at once, each of them twice',
  },
  {
    rule: 'money is no second payment while an open order asks for exactly as much',
    file: 'src/service/desk/pages/unmatched/suggestion.ts',
    from: 'best !== undefined && isPaid(best) && !isForOpen',
    to: 'best !== undefined && isPaid(best)',
    test: unmatched,
    name: 'is no second one while an open order asks for exactly as much',
  },
]
