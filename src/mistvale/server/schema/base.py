"""What all tables of the store are known by."""

from __future__ import annotations

import sqlalchemy as sa

metadata = sa.MetaData()
