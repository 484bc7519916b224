-- Also for a session that has itself be treated as a replica, in which ordinary triggers are silent.
alter table audit_log enable always trigger audit_log_grows_only;
