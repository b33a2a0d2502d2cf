"""What of `typing` is missing in Python 3.10."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if sys.version_info >= (3, 11):
    from typing import Unpack as Unpack
    from typing import dataclass_transform as dataclass_transform
elif TYPE_CHECKING:
    from typing_extensions import Unpack as Unpack
    from typing_extensions import dataclass_transform as dataclass_transform
else:

    class Unpack:
        """Only so much of it that `typing.get_type_hints` answers."""

        def __class_getitem__(cls, options):
            return options

    def dataclass_transform(**_options):
        return lambda decorated: decorated
